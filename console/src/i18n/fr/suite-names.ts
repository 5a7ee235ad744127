import type { suiteNames as english } from '../en/suite-names.ts'
import type { Translation } from '../translation.ts'

export const suiteNames: Translation<typeof english> = {
  answered: 'Questions traitées',
  recorded: 'Enregistrés à partir de conversations',
}
