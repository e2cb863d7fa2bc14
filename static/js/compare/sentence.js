/*
A verdict as one sentence, from the phrases of the policy. What is put into a phrase is data: it is
never read as a phrase, and reaches the page as text.
*/
const SIGNED = ["faster", "slower"];
const UNSIGNED = ["equivalent", "none", "cannot-tell"];

/** A phrase with its {names} filled in. */
export function written(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** The sentence of a verdict; labels are {baseline, candidate, measure}. */
export function sentenceOf(verdict, policy, labels) {
  const { words } = policy;
  const values = {
    ...labels,
    published: isPublished(verdict, policy) ? words.published : "",
    margin: percent(policy.margin, policy),
    reason: reasonOf(verdict, policy),
    ratios: ratioParts(verdict, policy, labels.measure).join(words.semicolon),
    resolvable: resolvable(verdict.headline, policy),
    crossing: crossing(verdict.headline, policy),
  };
  const told = written(words[verdict.direction], values);
  const bare = ["cannot-tell", "not-comparable"].includes(verdict.direction);
  return (bare ? [told] : [told, verdict.status]).join(words.semicolon) + words.end;
}

function isPublished({ around }, { published }) {
  return published.includes(around.evidence);
}

function ratioParts({ direction, headline, around }, policy, measure) {
  const { words } = policy;
  const carries = direction === "mixed" ? SIGNED : [direction];
  const carrying = headline.filter((judged) => carries.includes(judged.direction));
  const article = written(words[direction === "none" ? "the" : "its"], { measure });
  const parts = carrying.map((judged, at) => ratioPart(judged, carrying[at - 1], article, policy));
  if (carrying.some(({ half }) => half === null) && !policy.published.includes(around.evidence)) {
    parts.push(written(words.beyond, { threshold: percent(Math.expm1(around.threshold), policy) }));
  }
  return [parts.join(words.comma), ...rest(headline.filter((judged) => !carrying.includes(judged)), policy)];
}

function ratioPart({ contrast, low, high }, before, measure, policy) {
  const [ratio, least, most] = ratiosOf(Math.exp(contrast.log.centre), low === null ? null : [low, high], policy);
  const name = low === null ? "ratio" : "ratio-interval";
  const threads = before && before.contrast.threads > 1 ? contrast.threads : threadsOf([contrast.threads], policy);
  return written(policy.words[before ? `${name}-next` : name], { ratio, low: least, high: most, measure, threads });
}

function rest(headline, policy) {
  return UNSIGNED.flatMap((direction) => {
    const counts = headline.filter((judged) => judged.direction === direction).map(({ contrast }) => contrast.threads);
    if (!counts.length) return [];
    return [written(policy.words[`rest-${direction}`], { threads: threadsOf(counts, policy), margin: percent(policy.margin, policy) })];
  });
}

function resolvable(headline, policy) {
  const found = headline.filter((judged) => judged.direction === "none" && judged.resolvable !== null).map((judged) => judged.resolvable);
  if (!found.length) return "";
  const most = Math.max(...found);
  if (most >= policy.numerals.factor) return written(policy.words.factor, { factor: factorUp(1 + most, policy) });
  return written(policy.words.difference, { percent: percentUp(most, policy) });
}

function crossing(headline, policy) {
  const signed = headline.filter(({ direction }) => SIGNED.includes(direction));
  const pairs = signed.slice(1).flatMap((high, at) => (signed[at].direction === high.direction ? []
    : [written(policy.words.between, { low: signed[at].contrast.threads, high: high.contrast.threads })]));
  return joined(pairs, policy);
}

/** Why a verdict cannot tell or compares nothing; "" where it needs no reason. */
export function reasonOf({ direction, headline, around }, policy) {
  const { words } = policy;
  if (direction === "not-comparable") return written(words["reason-blockers"], { fields: listed(around.blockers, policy) });
  if (direction !== "cannot-tell") return "";
  if (around.rate_limited) return words["reason-rate"];
  if (!headline.length) return words["reason-nothing"];
  const single = headline.filter(({ half }) => half === null);
  if (!single.length) return written(words["reason-bound"], { bound: around.bound });
  const most = Math.max(...single.map(({ contrast }) => Math.abs(contrast.log.centre)));
  return written(words[policy.published.includes(around.evidence) ? "reason-published" : "reason-single"], {
    percent: percent(Math.expm1(most), policy), threshold: percent(Math.expm1(around.threshold), policy), margin: percent(policy.margin, policy),
  });
}

/** Names in a row: a, b and c. */
export function joined(names, { words }) {
  if (names.length < 2) return names.join("");
  return names.slice(0, -1).join(words.comma) + words.and + names.at(-1);
}

/** A few names in a row; of many the first, and how many more. */
export function listed(names, policy) {
  const { listed: most, words } = policy;
  if (names.length <= most) return joined(names, policy);
  return joined([...names.slice(0, most - 1), written(words.more, { count: names.length - most + 1 })], policy);
}

function threadsOf(counts, policy) {
  const name = counts.length === 1 && counts[0] === 1 ? "thread" : "threads";
  return written(policy.words[name], { count: joined(counts.map(String), policy) });
}

function ratiosOf(ratio, interval, { numerals }) {
  const ends = interval ?? [ratio];
  const apart = (decimals) => ends.every((end) => Number(end.toFixed(decimals)) !== 1);
  const decimals = numerals.decimals.find(apart) ?? numerals.decimals[0];
  return [ratio, ...(interval ?? [])].map((value) => ratioText(value, decimals, numerals));
}

function ratioText(value, decimals, { large, small, least }) {
  if (value >= large) return value.toFixed(0);
  if (value >= small) return value.toFixed(decimals);
  return value >= least ? value.toFixed(3) : `<${least}`;
}

function percent(share, { numerals: { small } }) {
  return `${(100 * share).toFixed(share >= small ? 0 : 1).replace(/\.0$/, "")} %`;
}

function percentUp(share, policy) {
  const step = share >= policy.numerals.small ? 100 : 1000;
  return percent(Math.ceil(share * step - 1e-9) / step, policy);
}

function factorUp(ratio, { numerals: { large } }) {
  if (ratio >= large) return String(Math.ceil(ratio));
  return (Math.ceil(ratio * 10 - 1e-9) / 10).toFixed(1).replace(/\.0$/, "");
}
