/** The bodies of responses about files. */
import * as zod from 'zod';
import { named, text } from '../http/named_schemas.ts';

export const uploadedSchema = named('file.uploaded', zod.object({ id: text, filename: text }));
export const fileSchema = named('file', uploadedSchema.extend({ download_href: text }));
