/*
What the Worker answers at paths of a packed site in a folder. Takes {folder, paths}; answers with {status, sha256,
location} for each.
*/
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import worker from "../../../scripts/packs/worker.mjs";

const HOST = "https://packed.example";

/** @param {{folder: string, paths: string[]}} given */
export default async function answer({ folder, paths }) {
  /** @param {Request | URL | string} asked */
  const fetchFile = (asked) => {
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked);
    const file = join(folder, decodeURIComponent(pathname), pathname.endsWith("/") ? "index.html" : "");
    const isKnown = statSync(file, { throwIfNoEntry: false })?.isFile();
    return Promise.resolve(isKnown ? new Response(readFileSync(file)) : new Response("nothing here", { status: 404 }));
  };
  const answers = [];
  for (const path of paths) {
    const found = await worker.fetch(new Request(`${HOST}${path}`), { ASSETS: { fetch: fetchFile } });
    const sha256 = createHash("sha256").update(Buffer.from(await found.arrayBuffer())).digest("hex");
    answers.push({ status: found.status, sha256, location: found.headers.get("location") });
  }
  return answers;
}
