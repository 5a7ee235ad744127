import { Button, Drawer, Fieldset, Group, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'
import { words as common } from '#words/app.ts'
import { words } from '#words/knowledge.ts'
import { confirm } from '../../parts/confirm.tsx'
import { Refusal } from '../../parts/editor/EditorFrame.tsx'
import type { Editor } from '../../parts/editor/useEditor.ts'
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
  const { readOnly, dirty, save, saving, conflict } = editor
  const close = async () => {
    const { leaveTitle, leaveText: text, leave: ok } = words.drawer
    if (!dirty || readOnly || (await confirm({ title: leaveTitle, text, ok, danger: true }))) onClose()
  }
  useHotkeys([['mod+S', () => dirty && !readOnly && save()]], [], true)
  return (
    <Drawer opened onClose={close} title={title} size="lg">
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
            {editor.refusal && <Refusal error={editor.refusal} />}
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
    </Drawer>
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
