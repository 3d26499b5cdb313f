import { t } from '../../../shared/language.ts'

/** What the arrows of a calendar say to those who do not see them. */
export const calendarLabels = () => ({
  previousMonth: t('Previous month'),
  nextMonth: t('Next month'),
  previousYear: t('Previous year'),
  nextYear: t('Next year'),
  previousDecade: t('Previous decade'),
  nextDecade: t('Next decade'),
})
