/**
 * The variant `odd-types`: in responses, fields whose type the API's description does not state have objects and arrays as
 * values, and sheets and envelopes have a field that it does not name.
 */
export function withOddTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOddTypes);
  if (typeof value !== 'object' || value === null) return value;
  const record: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, withOddTypes(inner)]),
  );
  const { type, name, event, description, address } = record;
  return {
    ...record,
    ...('saved_order_id' in record && 'name' in record ? { name: { text: name } } : {}),
    ...(type === 'logo' ? { name: [name] } : {}),
    ...('event' in record && 'target' in record ? { event: { name: event } } : {}),
    ...('description' in record && 'url' in record ? { description: { text: description } } : {}),
    ...(type === 'sheet' || type === 'envelope' ? { finishing: ['none'] } : {}),
    ...(isBlankAddress(address) ? { address: [] } : {}),
  };
}

const isBlankAddress = (address: unknown): boolean =>
  typeof address === 'object' && address !== null && Object.values(address).every((part) => part === '');
