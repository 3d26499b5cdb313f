import { t } from '../../shared/language.ts'
import { ImportScreen } from '../../web/screens/import/import.tsx'
import { vatInfo } from './vat-info.ts'

/** The workbook that the provider gives back, with the invoice of each request. */
export const Results = () => (
  <ImportScreen
    definition={vatInfo}
    title={t('Invoices from the provider')}
    lead={t(
      'The file of the provider: our request number, serial, VAT invoice number, day of issue, and the code of the tax authority. What is issued already stays as it is.',
    )}
  />
)
