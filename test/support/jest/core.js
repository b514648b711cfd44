/** Stands in for zapier-platform-core: all test files of a worker share the one of their environment. */
const core = globalThis.zapierPlatformCore;
export default core;
export const {
  createAppHandler,
  createAppTester,
  defineApp,
  defineCreate,
  defineInputFields,
  defineSearch,
  defineTrigger,
  errors,
  tools,
  version,
} = core;
