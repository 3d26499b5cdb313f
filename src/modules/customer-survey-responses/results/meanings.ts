/** Each figure's meaning, a catalog key. */
export const MEANS = {
  nps: 'Those who give 9 or 10 less those who give 0 to 6, in per cent of all answers: from −100 to +100. The margin says how far the true score may lie from it, 95 times of 100 (adjusted Wald; it is wide where few have answered).',
  mean: 'The sum of what was given, divided by the number of answers',
  score:
    'The mean of the scores of all responses: what was rated, recommended and answered by yes or no, as a part of 100',
  responses: 'Responses of the period that are not in the trash',
  choice: 'How many chose it, in per cent of those who answered the question',
  choices:
    'How many chose it, in per cent of those who answered the question; more than one could be chosen, so that they come to more than 100 per cent',
  written:
    'Texts that hold the word at least once, of the newest {{n}}, read anew every minute; words that say nothing, such as “and” or “very”, are left out',
  pulls:
    'For each store the rated questions whose mean lies below that of all stores by more than chance would explain (1.96 standard errors), the furthest below first; from 10 answers on',
} as const
