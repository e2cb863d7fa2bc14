/*
The sides an address names: `s=bundle/server/workload` or `r=bundle/run`, the baseline first. The
address is input like any other; what does not look like a side is refused, never shown as markup.
*/
export const MOST = 8;
const LONGEST = 200;
const NAME = "[a-z0-9][a-z0-9-]*";
const FORMS = { s: new RegExp(`^${NAME}/${NAME}/${NAME}$`), r: new RegExp(`^${NAME}/${NAME}$`) };

export const COMPLAINTS = {
  none: "This address names no sides. Choose two or more series or runs on the page Explore; it leads back here.",
  one: "This is one side. Choose another to compare it with.",
  odd: "A side in this address is not written as sides are: s=result/server/workload for a series, r=result/run for a single run. It is left out.",
  many: `More than ${MOST} sides cannot be told apart. The first ${MOST} are shown.`,
};

/** {sides: [{key, kind, bundle, server, workload, run}], complaints: [sentence]}. */
export function read(search) {
  const asked = [...new URLSearchParams(search)].filter(([kind]) => Object.hasOwn(FORMS, kind));
  const sound = asked.filter(([kind, value]) => value.length <= LONGEST && FORMS[kind].test(value));
  const keys = [...new Set(sound.map(([kind, value]) => `${kind}=${value}`))];
  const sides = keys.slice(0, MOST).map(side);
  const complaints = [
    [sound.length < asked.length, COMPLAINTS.odd],
    [keys.length > MOST, COMPLAINTS.many],
    [!keys.length, COMPLAINTS.none],
    [keys.length === 1, COMPLAINTS.one],
  ];
  return { sides, complaints: complaints.filter(([holds]) => holds).map(([, text]) => text) };
}

function side(key) {
  const [bundle, second, workload] = key.slice(2).split("/");
  const kind = key.slice(0, 1);
  return kind === "s" ? { key, kind, bundle, server: second, workload } : { key, kind, bundle, run: second };
}

/** The part of an address that names these sides. */
export function write(sides) {
  return `?${sides.map(({ key }) => key).join("&")}`;
}
