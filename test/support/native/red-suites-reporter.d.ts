export default class RedSuitesReporter {
  onRunComplete(contexts: Set<object>, results: object): void;
}
