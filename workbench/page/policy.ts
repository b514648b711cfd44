/** Comes before every schema: the page's content policy allows no code made at run time. */
import * as zod from 'zod';

zod.config({ jitless: true });
