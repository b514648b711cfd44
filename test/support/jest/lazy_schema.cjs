/**
 * Stands in for `zapier-platform-schema`, and loads it when an app is validated. zapier-platform-core loads it at once,
 * which takes longer than most test files.
 */
exports.validateAppDefinition = (definition) =>
  require('zapier-platform-schema/schema.js').validateAppDefinition(definition);
