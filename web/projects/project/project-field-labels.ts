import type { ProjectText } from '../../../contract/projects/projects.ts';

export const projectFieldLabels: Record<keyof ProjectText, string> = {
  title: 'Title',
  tagline: 'In one line',
  description: 'Description',
  repository: 'Repository',
  demo: 'Demo',
  video: 'Video',
  tags: 'Built with',
  prizes: 'Prizes',
};
