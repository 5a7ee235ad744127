import { Input, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { strings } from '#i18n/aml.ts'

export type AmlEditorProps = {
  label: string
  /** Path of the field in its form. */
  path?: string
  description?: ReactNode
  error?: ReactNode
  value: string
  onChange?: (value: string) => void
  readOnly?: boolean
  /** Slots to offer inside braces, such as `person.firstName`; none by default. */
  slots?: readonly string[]
  minHeight?: string
  maxHeight?: string
}

const AmlCode = lazy(async () => ({ default: (await import('./AmlCode.tsx')).AmlCode }))

/** An editor for text with markers: highlighted, completed from the agent's data, and checked while the user types. */
export function AmlEditor(props: AmlEditorProps) {
  const { label, description, minHeight = '8rem' } = props
  return (
    <Suspense
      fallback={
        <Input.Wrapper label={label} description={description} labelElement="div">
          <Skeleton h={minHeight} role="status" aria-label={strings.loading} />
        </Input.Wrapper>
      }
    >
      <AmlCode {...props} />
    </Suspense>
  )
}
