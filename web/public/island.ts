import { rememberedAuth } from '../lib/auth-hint.ts';

document.documentElement.dataset.auth = rememberedAuth();
