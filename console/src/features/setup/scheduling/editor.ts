import type { ReactNode } from 'react'
import type { Editor } from '../../../components/editor/useEditor.ts'
import type { SchedulingForm } from './scheduling-form.ts'

export type SchedulingEditor = Editor<SchedulingForm>

/** Returns the first validation error below a path. */
export const findErrorBelow = (errors: Record<string, ReactNode>, path: string): ReactNode =>
  Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1]
