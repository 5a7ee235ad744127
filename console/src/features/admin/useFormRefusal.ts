import { Conflict, Invalid } from '@parley/sdk'
import { useEffect } from 'react'
import { groupErrorsByPath } from '../../components/editor/field-path.ts'

type FormRefusal = { fields: Record<string, string>; other?: Error }

/**
 * Returns the field errors of a rejected form and focuses the first invalid field. `other` is set if the error concerns
 * fields that the form does not show. `takenText` is the field that a conflict is about.
 */
export function useFormRefusal(error: Error | null, fields: readonly string[], takenText?: string): FormRefusal {
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus()
  }, [error])
  if (!error) return { fields: {} }
  if (error instanceof Conflict && takenText) return { fields: { [takenText]: error.message } }
  if (!(error instanceof Invalid)) return { fields: {}, other: error }
  const byPath = groupErrorsByPath(error.errors, (field) => field.replace(/[.[].*$/, ''))
  const known = Object.keys(byPath).every((field) => fields.includes(field))
  return { fields: byPath, ...(!known && { other: error }) }
}
