/** Page-wide settings; imported before everything else. */
import { options } from 'preact';
import * as zod from 'zod';

// The page's content security policy forbids eval.
zod.config({ jitless: true });

// Run effects at once instead of after the next frame: Zag writes an input's text back in an effect, so fast typing on a
// busy machine would lose characters.
options.requestAnimationFrame = queueMicrotask;
