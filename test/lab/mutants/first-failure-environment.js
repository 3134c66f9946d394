import NativeEnvironment from '../../support/native/native-environment.js';

/** Environment that skips the rest of a suite after a failed test. */
export default class FirstFailureEnvironment extends NativeEnvironment {
  #hasFailed = false;

  handleTestEvent(event) {
    super.handleTestEvent(event);
    const { name, test } = event;
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
    if (name === 'test_done') this.#hasFailed ||= test.errors.length > 0;
  }
}
