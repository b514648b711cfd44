/** What holds for the whole page; comes before everything else. */
import { options } from 'preact';
import * as zod from 'zod';

// The page's content policy allows no code made at run time.
zod.config({ jitless: true });

// Effects follow at once and not after the next frame: Zag writes a search field's text back in one, and whoever types
// faster than a busy machine draws would lose letters.
options.requestAnimationFrame = queueMicrotask;
