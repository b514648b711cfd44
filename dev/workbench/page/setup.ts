/** Page-wide settings; imported before everything else. */
import { options } from 'preact';

// Run effects at once instead of after the next frame: Zag writes an input's text back in an effect, so fast typing on a
// busy machine would lose characters.
options.requestAnimationFrame = queueMicrotask;
