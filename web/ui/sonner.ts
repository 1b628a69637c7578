import '../styles/toasts.css';
import { Toaster as Sonner } from 'sonner';

/** The library's list of messages with its styles, which no page needs for its first paint. */
export default Sonner;
