/**
 * Node's environment, in which all test files of a worker share one zapier-platform-core: loading it takes longer than
 * most test files.
 */
import { createRequire } from 'node:module';
import { getHeapStatistics } from 'node:v8';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/** Replaces a module that zapier-platform-core loads. */
const replace = (name, exports) => {
  const id = require.resolve(name);
  require.cache[id] = { id, loaded: true, exports };
};

// Each event runs in a domain, which logs errors that nothing catches. Its hooks would slow down every promise of the
// process, also in later test files. Without it, such an error fails the test.
replace('domain', { create: () => ({ on() {}, run: (perform) => perform() }) });

// Loaded when an app is validated, as it takes longer to load than zapier-platform-core.
const schemaId = require.resolve('zapier-platform-schema');
replace('zapier-platform-schema', {
  validateAppDefinition(definition) {
    delete require.cache[schemaId];
    return require('zapier-platform-schema').validateAppDefinition(definition);
  },
});

// An event with a function `rpc` uses that instead of HTTP requests, on which unit tests would spend most of their time.
const createRpcClient = require('zapier-platform-core/src/tools/create-rpc-client');
replace('zapier-platform-core/src/tools/create-rpc-client', (event) => event.rpc ?? createRpcClient(event));

// Before each run, zapier-platform-core ends a process that uses much memory, such as one that also carries Jest. Jest reads only `heapUsed`.
const { rss } = process.memoryUsage;
const memoryUsage = () => ({ rss: 0, heapUsed: getHeapStatistics().used_heap_size });
process.memoryUsage = Object.assign(memoryUsage, { rss });

const core = require('zapier-platform-core');
// zapier-platform-core searches plain objects only. Those of a test file have another constructor than its own.
const plainObject = require('zapier-platform-core/src/tools/plain/index');

const { console } = globalThis;
const env = { ...process.env };

export default class Environment extends TestEnvironment {
  async setup() {
    await super.setup();
    plainObject.constructor = this.global.Object;
    // zapier-platform-core sets the connector's settings in its environment, and prints to its console.
    this.global.process.env = process.env;
    globalThis.console = this.global.console;
    this.global.zapierPlatformCore = core;
  }

  async teardown() {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    globalThis.console = console;
    await super.teardown();
  }
}
