import { Affix, Alert, Button, Fieldset, Group, List, Paper, Stack, Text, Transition } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { lazy, type ReactNode, Suspense } from 'react'
import { words } from '#words/app.ts'
import { Loading } from '../Loading.tsx'
import { Trouble } from '../Trouble.tsx'
import type { Editor } from './useEditor.ts'

const ConflictDialog = lazy(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog }))

/** Around the fields of an editor: what was refused, the bar to save, and what somebody else did meanwhile. */
export function EditorFrame<T>({ editor, children }: { editor: Editor<T>; children: ReactNode }) {
  const { readOnly, dirty, save, conflict } = editor
  useHotkeys([['mod+S', () => dirty && !readOnly && save()]], [], true)
  if (editor.error) return <Trouble error={editor.error} retry={editor.refetch} />
  if (!editor.ready) return <Loading />
  return (
    <Stack>
      {readOnly && <Alert color="gray" title={words.save.readOnly} />}
      {editor.refusal && <Refusal error={editor.refusal} />}
      <Fieldset variant="unstyled" disabled={readOnly} style={{ minWidth: 0 }}>
        {children}
      </Fieldset>
      <SaveBar editor={editor} />
      {conflict && (
        <Suspense>
          <ConflictDialog editor={editor} theirs={conflict.value} />
        </Suspense>
      )}
    </Stack>
  )
}

function SaveBar<T>({ editor: { dirty, readOnly, saving, save, discard } }: { editor: Editor<T> }) {
  return (
    <Affix position={{ bottom: 16, right: 16 }} zIndex={150}>
      <Transition mounted={dirty && !readOnly} transition="slide-up">
        {(style) => (
          <Paper withBorder shadow="md" p="sm" style={style} role="region" aria-label={words.save.unsaved}>
            <Group gap="sm">
              <Text size="sm" role="status">
                {words.save.unsaved}
              </Text>
              <Button variant="default" size="sm" onClick={discard} disabled={saving}>
                {words.save.discard}
              </Button>
              <Button size="sm" onClick={save} loading={saving}>
                {words.save.save}
              </Button>
            </Group>
          </Paper>
        )}
      </Transition>
    </Affix>
  )
}

/** What a refusal says, field by field, for those too that no field shows. */
export function Refusal({ error }: { error: Error }) {
  const errors = error instanceof Invalid ? error.errors : []
  if (errors.length === 0) return <Trouble error={error} />
  return (
    <Alert color="red" role="alert" title={words.save.fix(errors.length)}>
      <List size="sm">
        {errors.map(({ field, message }) => (
          <List.Item key={`${field} ${message}`}>
            <Text span ff="monospace" size="sm">
              {field}
            </Text>{' '}
            {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
