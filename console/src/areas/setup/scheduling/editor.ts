import type { ReactNode } from 'react'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import type { SchedulingForm } from './form.ts'

export type Scheduling = Editor<SchedulingForm>

/** What was refused of anything below a path. */
export const errorIn = (errors: Record<string, ReactNode>, path: string): ReactNode =>
  Object.entries(errors).find(([field]) => field === path || field.startsWith(`${path}.`))?.[1]
