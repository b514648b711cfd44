/**
 * Stands in for zapier-platform-core's client of Zapier's RPC endpoint. An event with a function `rpc` uses that instead:
 * unit tests would spend most of their time on the HTTP requests.
 */
const createRpcClient = require('zapier-platform-core/src/tools/create-rpc-client');

module.exports = (event) => event.rpc ?? createRpcClient(event);
