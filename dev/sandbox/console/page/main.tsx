/** The console's first module. */
import '../../../ui/styles/index.css';
import './console.css';
import { render } from 'preact';
import { Console } from './console.tsx';
import { followTheWorld } from './world.ts';

const place = document.getElementById('page');
if (place) render(<Console />, place);
followTheWorld();
