import { becomeNewer } from './test-migrations.ts';

// Loaded before a program (`node --import`), it makes it a newer version.
becomeNewer();
