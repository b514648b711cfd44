import '../../../ui/styles/index.css';
import './console.css';
import { render } from 'preact';
import { Console } from './console.tsx';
import { followChanges } from './data.ts';

const root = document.getElementById('page');
if (root) render(<Console />, root);
followChanges();
