/**
 * Fails a run with a skipped test. CI installs every program that a test can need, so a skip there hides a missing installation
 * step.
 */
export default class NoSkipsReporter {
  #skipped = [];

  onTestResult(test, { testResults, skipped }) {
    if (skipped) this.#skipped.push(test.path);
    for (const { status, fullName } of testResults) {
      if (status === 'pending' || status === 'todo') this.#skipped.push(fullName);
    }
  }

  onRunComplete() {
    const error = this.getLastError();
    if (error) process.stderr.write(`\n${error.message}\n`);
  }

  getLastError() {
    if (this.#skipped.length === 0) return undefined;
    return new Error(`In CI no test may be skipped. Skipped: ${this.#skipped.join('; ')}`);
  }
}
