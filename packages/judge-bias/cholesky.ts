type Matrix = Float64Array[];

export function zeros(size: number): Matrix {
  return Array.from({ length: size }, () => new Float64Array(size));
}

/** Returns the lower triangle L of the Cholesky factorization A + ridge·I = L·Lᵀ; A must be symmetric and A + ridge·I positive definite. */
export function factorize(a: Matrix, ridge: number): Matrix {
  const lower = zeros(a.length);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i]![j]! + (i === j ? ridge : 0);
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!;
      lower[i]![j] = i === j ? Math.sqrt(sum) : sum / lower[j]![j]!;
    }
  }
  return lower;
}

/** Solves L·x = v. */
export function solveForward(lower: Matrix, v: ArrayLike<number>): Float64Array {
  const x = new Float64Array(lower.length);
  for (let i = 0; i < lower.length; i++) {
    let sum = v[i]!;
    for (let k = 0; k < i; k++) sum -= lower[i]![k]! * x[k]!;
    x[i] = sum / lower[i]![i]!;
  }
  return x;
}

/** Solves L·Lᵀ·x = v. */
export function solve(lower: Matrix, v: ArrayLike<number>): Float64Array {
  const x = solveForward(lower, v);
  for (let i = lower.length - 1; i >= 0; i--) {
    let sum = x[i]!;
    for (let k = i + 1; k < lower.length; k++) sum -= lower[k]![i]! * x[k]!;
    x[i] = sum / lower[i]![i]!;
  }
  return x;
}

/** Returns log det(L·Lᵀ). */
export function logDeterminant(lower: Matrix): number {
  return 2 * lower.reduce((sum, row, i) => sum + Math.log(row[i]!), 0);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
