import { Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'

const MarkdownEditor = lazy(() => import('./MarkdownEditor.tsx'))

/** A Markdown field for instructions to the model. `path` is the field's path in its form. */
export function LongText({ path, ...props }: ComponentProps<typeof MarkdownEditor> & { path: string }) {
  return (
    <div data-path={path}>
      <Suspense fallback={<Skeleton h={180} />}>
        <MarkdownEditor {...props} />
      </Suspense>
    </div>
  )
}
