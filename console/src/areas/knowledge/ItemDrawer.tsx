import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { words as common } from '#words/app.ts'
import { words } from '#words/knowledge.ts'
import { SidePanel } from '../../parts/Dialog.tsx'
import { Refusal } from '../../parts/editor/EditorFrame.tsx'
import type { Editor } from '../../parts/editor/useEditor.ts'
import { mayClose } from '../../parts/editor/useUnsaved.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Trouble } from '../../parts/Trouble.tsx'

const ConflictDialog = lazy(async () => ({
  default: (await import('../../parts/editor/ConflictDialog.tsx')).ConflictDialog,
}))

type Given<T> = {
  title: string
  editor: Editor<T>
  isNew: boolean
  onClose: () => void
  onDelete?: () => void
  children: ReactNode
}

/** One item of a list, edited beside it. */
export function ItemDrawer<T>({ title, editor, isNew, onClose, onDelete, children }: Given<T>) {
  const { readOnly, save, saving, conflict } = editor
  const dirty = editor.dirty && !readOnly
  const close = async () => {
    if (await mayClose(dirty)) onClose()
  }
  return (
    <SidePanel dirty={dirty} onClose={onClose} title={title} size="lg">
      {editor.error && <Trouble error={editor.error} retry={editor.refetch} />}
      {!editor.ready && !editor.error && <Loading />}
      {editor.ready && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <Stack pb={64}>
            {editor.refusal && <Refusal error={editor.refusal} fieldOf={editor.fieldOf} />}
            <Fieldset variant="unstyled" disabled={readOnly} style={{ minWidth: 0 }} aria-label={title}>
              {children}
            </Fieldset>
          </Stack>
          <Group justify="space-between" style={foot}>
            <div>
              {onDelete && !readOnly && !isNew && (
                <Button variant="subtle" color="red" onClick={onDelete}>
                  {words.drawer.delete}
                </Button>
              )}
            </div>
            <Group gap="xs">
              <Button variant="default" onClick={close}>
                {words.drawer.close}
              </Button>
              {!readOnly && (
                <Button type="submit" loading={saving} disabled={!dirty}>
                  {isNew ? words.drawer.create : common.save.save}
                </Button>
              )}
            </Group>
          </Group>
        </form>
      )}
      {conflict && (
        <Suspense>
          <ConflictDialog editor={editor} theirs={conflict.value} />
        </Suspense>
      )}
    </SidePanel>
  )
}

const foot = {
  position: 'sticky',
  bottom: 0,
  paddingBlock: 12,
  marginBottom: -16,
  background: 'var(--mantine-color-body)',
  borderTop: '1px solid var(--mantine-color-default-border)',
  zIndex: 1,
} as const
