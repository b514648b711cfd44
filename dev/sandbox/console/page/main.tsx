import '../../../ui/styles/index.css';
import './styles/index.css';
import { render } from 'preact';
import { Console } from './console.tsx';
import { followChanges } from './data/overview.ts';

const root = document.getElementById('page');
if (root) render(<Console />, root);
followChanges();
