/* Means of logarithms with their standard errors, and how two sides differ. Pure arithmetic. */

/**
 * A mean, its standard error, and the degrees of freedom that has.
 * @typedef {object} Estimate
 * @property {number} mean
 * @property {number | null} standardError Null where one value tells nothing of it.
 * @property {number} df
 */

/** @param {number[]} values */
const sumOf = (values) => values.reduce((total, value) => total + value, 0);

/**
 * @param {number[]} values At least one.
 * @returns {Estimate}
 */
export function meanOf(values) {
  const [mean, df] = [sumOf(values) / values.length, values.length - 1];
  if (!df) return { mean, standardError: null, df };
  const squares = sumOf(values.map((value) => (value - mean) ** 2));
  return { mean, standardError: Math.sqrt(squares / df / values.length), df };
}

/**
 * First minus second, of independent estimates; degrees of freedom by Welch and Satterthwaite.
 * @param {Estimate} first
 * @param {Estimate} second
 * @returns {Estimate}
 */
export function differenceOf(first, second) {
  const mean = first.mean - second.mean;
  if (first.standardError === null || second.standardError === null) return { mean, standardError: null, df: 0 };
  const [a, b] = [first.standardError ** 2, second.standardError ** 2];
  const weight = (a ? (a * a) / first.df : 0) + (b ? (b * b) / second.df : 0);
  return { mean, standardError: Math.sqrt(a + b), df: weight ? (a + b) ** 2 / weight : Infinity };
}

/**
 * The geometric mean of figures above zero.
 * @param {number[]} values At least one.
 */
export function geomeanOf(values) {
  return values.length === 1 ? values[0] : Math.exp(meanOf(values.map(Math.log)).mean);
}
