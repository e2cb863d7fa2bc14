/*
A Worker that serves a packed site (`build --packs`): static files as they lie, and a page of a run out of its
bundle's pack. `env.ASSETS.fetch` gets static files, as on Cloudflare. `serve.py` beside it does the same in Python.
*/

/**
 * @typedef {{ASSETS: {fetch: (request: Request | URL | string) => Promise<Response>}}} Env
 * @typedef {{members: [number, number][], pages: Record<string, [number, number, number]>}} Index Places in bytes.
 */

const RUN = /^(.*\/results\/[^/]+\/)([^/]+)\/(?:index\.html)?$/;
const NEWLINE = 10;

/**
 * The page of a run; null where the pack has none.
 * @param {Uint8Array<ArrayBuffer>} pack
 * @param {string} run
 */
export async function pageIn(pack, run) {
  const end = pack.indexOf(NEWLINE);
  /** @type {unknown} */
  const head = JSON.parse(new TextDecoder().decode(pack.subarray(0, end)));
  const index = /** @type {Index} */ (head);
  if (!Object.hasOwn(index.pages, run)) return null;
  const [member, start, length] = index.pages[run];
  const [offset, size] = index.members[member];
  const packed = new Blob([pack.subarray(end + 1 + offset, end + 1 + offset + size)]);
  const whole = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  return new Uint8Array(whole, start, length);
}

export default {
  /** @param {Request} request @param {Env} env */
  async fetch(request, env) {
    const found = await env.ASSETS.fetch(request);
    if (found.status !== 404 || !["GET", "HEAD"].includes(request.method)) return found;
    const url = new URL(request.url);
    const slashed = url.pathname.endsWith("/") || url.pathname.endsWith("/index.html");
    const [, result, run] = RUN.exec(slashed ? url.pathname : `${url.pathname}/`) ?? [];
    if (!result || !run) return found;
    const pack = await env.ASSETS.fetch(new URL(`${result}runs.pack`, url));
    const page = pack.ok ? await pageIn(new Uint8Array(await pack.arrayBuffer()), decodeURIComponent(run)) : null;
    if (!page) return found;
    if (!slashed) return Response.redirect(`${url.origin}${url.pathname}/${url.search}`, 301);
    return new Response(request.method === "HEAD" ? null : page, { headers: { "content-type": "text/html; charset=utf-8" } });
  },
};
