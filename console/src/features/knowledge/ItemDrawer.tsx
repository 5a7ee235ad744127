import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { strings as common } from '#i18n/app.ts'
import { strings } from '#i18n/knowledge.ts'
import { SidePanel } from '../../components/Dialog.tsx'
import { RefusalSummary } from '../../components/editor/EditorFrame.tsx'
import type { Editor } from '../../components/editor/useEditor.ts'
import { confirmClose } from '../../components/editor/useUnsavedGuard.tsx'
import { ErrorAlert, Loading } from '../../components/PageStates.tsx'

const ConflictDialog = lazy(async () => ({
  default: (await import('../../components/editor/ConflictDialog.tsx')).ConflictDialog,
}))

type Props<T> = {
  title: string
  editor: Editor<T>
  isNew: boolean
  onClose: () => void
  onDelete?: () => void
  children: ReactNode
}

export function ItemDrawer<T>({ title, editor, isNew, onClose, onDelete, children }: Props<T>) {
  const { readOnly, save, saving, conflict } = editor
  const dirty = editor.dirty && !readOnly
  const close = async () => {
    if (await confirmClose(dirty)) onClose()
  }
  return (
    <SidePanel dirty={dirty} onClose={onClose} title={title} size="lg">
      {editor.error && <ErrorAlert error={editor.error} retry={editor.refetch} />}
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
            {editor.refusal && <RefusalSummary error={editor.refusal} toFormField={editor.toFormField} />}
            <Fieldset variant="unstyled" disabled={readOnly} style={{ minWidth: 0 }} aria-label={title}>
              {children}
            </Fieldset>
          </Stack>
          <Group justify="space-between" style={footer}>
            <div>
              {onDelete && !readOnly && !isNew && (
                <Button variant="subtle" color="red" onClick={onDelete}>
                  {strings.drawer.delete}
                </Button>
              )}
            </div>
            <Group gap="xs">
              <Button variant="default" onClick={close}>
                {strings.drawer.close}
              </Button>
              {!readOnly && (
                <Button type="submit" loading={saving} disabled={!dirty}>
                  {isNew ? strings.drawer.create : common.save.save}
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

const footer = {
  position: 'sticky',
  bottom: 0,
  paddingBlock: 12,
  marginBottom: -16,
  background: 'var(--mantine-color-body)',
  borderTop: '1px solid var(--mantine-color-default-border)',
  zIndex: 1,
} as const
