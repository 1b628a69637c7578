import type { FilterQuestion } from '../../../contract/after/resume-book.ts';
import { parseFormObject } from '../../../contract/apply/application-form.ts';
import { filterTypes } from '../../../contract/apply/question-types.ts';
import type { Event } from '../../../contract/event/event.ts';
import type { AnswerFilter } from '../../platform/db/which-people.ts';

type Asking = Pick<Event, 'questions'>;

/** Lists the questions that filter the resume book, none of them sensitive: a filtered link would reveal whose answer it was. */
export function listFilterQuestions({ questions }: Asking): FilterQuestion[] {
  return questions.flatMap(({ id, type, label, options, sensitive }) => {
    const known = filterTypes.find((each) => each === type);
    return known && !sensitive ? [{ id, type: known, label, ...(options && { options }) }] : [];
  });
}

/** Parses the filters by answers; undefined when one is not a filter of the event: nobody passes it. */
export function parseAnswerFilters(event: Asking, sent: string | undefined): AnswerFilter[] | undefined {
  const questions = listFilterQuestions(event);
  const filters: AnswerFilter[] = [];
  for (const [id, value] of Object.entries(parseFormObject(sent))) {
    const question = questions.find((each) => each.id === id);
    if (!question || typeof value !== 'string') return undefined;
    if (question.type === 'school') filters.push({ id, words: value.split(/\s+/).filter(Boolean) });
    else if (question.type === 'date') {
      const [from = '', to = ''] = value.split('..');
      filters.push({ id, from, to: to || '9999' });
    } else filters.push({ id, is: value });
  }
  return filters;
}
