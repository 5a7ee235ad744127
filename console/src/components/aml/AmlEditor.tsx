import { Input, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { strings } from '#i18n/aml.ts'

export type AmlEditorProps = {
  label: string
  /** Of the field in its form. */
  path?: string
  description?: ReactNode
  error?: ReactNode
  value: string
  onChange?: (value: string) => void
  readOnly?: boolean
  /** What may stand in braces here, such as `person.firstName`; nothing is offered unless given. */
  slots?: readonly string[]
  minHeight?: string
  maxHeight?: string
}

const AmlCode = lazy(async () => ({ default: (await import('./AmlCode.tsx')).AmlCode }))

/** A field for texts with markers: coloured, completed with what the agent has, and checked while one writes. */
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
