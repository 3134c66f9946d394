/** Resources to close, in the reverse order of their creation. */
export class Scope {
  #ends = [];

  /** @param {() => unknown} end called once, when the scope is closed */
  defer(end) {
    this.#ends.push(end);
  }

  async close() {
    while (this.#ends.length > 0) await this.#ends.pop()();
  }
}

/** Runs some work in a scope that ends with it. */
export async function inScope(work) {
  const scope = new Scope();
  try {
    return await work(scope);
  } finally {
    await scope.close();
  }
}
