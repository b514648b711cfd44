/**
 * Stands in for `node:domain`, in which zapier-platform-core runs each event to log errors that nothing catches. The
 * domain's hooks slow down every promise of the process, also in later test files. Without it, such an error fails the test.
 */
exports.create = () => ({ on() {}, run: (perform) => perform() });
