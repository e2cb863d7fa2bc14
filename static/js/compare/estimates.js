/* Means of logarithms with their standard errors, and how two sides differ. Pure arithmetic. */

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** {centre, error, freedom}; the error is null where one value tells nothing of it. */
export function meanOf(values) {
  const [centre, freedom] = [sum(values) / values.length, values.length - 1];
  if (!freedom) return { centre, error: null, freedom: 0 };
  const squares = sum(values.map((value) => (value - centre) ** 2));
  return { centre, error: Math.sqrt(squares / freedom / values.length), freedom };
}

/** First minus second, of independent estimates; degrees of freedom by Welch and Satterthwaite. */
export function differenceOf(first, second) {
  const centre = first.centre - second.centre;
  if (first.error === null || second.error === null) return { centre, error: null, freedom: 0 };
  const [a, b] = [first.error ** 2, second.error ** 2];
  const weight = (a ? (a * a) / first.freedom : 0) + (b ? (b * b) / second.freedom : 0);
  return { centre, error: Math.sqrt(a + b), freedom: weight ? (a + b) ** 2 / weight : Infinity };
}

/** The geometric mean; null where there is none. */
export function centreOf(values) {
  if (!values.length || Math.min(...values) <= 0) return null;
  return values.length === 1 ? values[0] : Math.exp(meanOf(values.map(Math.log)).centre);
}
