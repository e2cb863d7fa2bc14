/*
Holds published files against the types that the site's programs read them by. Reads from standard
input {typeName: [value]} for types of static/js/records.js; writes what `tsc` finds wrong.
*/
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { readGiven } from "./given.mjs";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "../../../static/js");
const FILE = join(FOLDER, "published-values.ts");
/** @type {ts.CompilerOptions} */
const OPTIONS = {
  allowJs: true, checkJs: true, noEmit: true, strict: true, exactOptionalPropertyTypes: true, types: [], skipLibCheck: true,
  module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
};

const given = /** @type {Record<string, unknown[]>} */ (await readGiven());
// A constant keeps each text as itself, so that it is held against the texts a type allows; and what
// is first given a name may have more properties than the type, which names only what is read.
const source = [
  "type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T;",
  ...Object.entries(given).flatMap(([name, values]) => values.flatMap((value, at) => [
    `const ${name}_${at} = ${JSON.stringify(value)} as const;`,
    `export const ${name}_${at}_checked: Fixed<import("./records.js").${name}> = ${name}_${at};`,
  ])),
].join("\n");
const plain = ts.createCompilerHost(OPTIONS);
/** @type {ts.CompilerHost} */
const host = {
  ...plain,
  getSourceFile: (path, target, ...rest) => (path === FILE ? ts.createSourceFile(path, source, target) : plain.getSourceFile(path, target, ...rest)),
};
const program = ts.createProgram([FILE], OPTIONS, host);
// The programs themselves are what `make lint-js-types` looks at.
const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(FILE)).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
process.stdout.write(JSON.stringify(found));
