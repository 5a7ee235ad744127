import { Button, Group, Stack, Text } from '@mantine/core'
import { stringify } from 'yaml'
import { words } from '#words/app.ts'
import { DiffView } from '../code/DiffView.tsx'
import { Dialog } from '../Dialog.tsx'
import type { Editor } from './useEditor.ts'

const { conflict } = words

export function ConflictDialog<T>({ editor, theirs }: { editor: Editor<T>; theirs: T }) {
  const { form, goOn, keepMine, takeTheirs } = editor
  return (
    <Dialog onClose={goOn} size="xl" title={conflict.title}>
      <Stack>
        <Text>{conflict.text}</Text>
        <DiffView
          before={{ label: conflict.theirs, text: stringify(theirs) }}
          after={{ label: conflict.mine, text: stringify(form.getValues()) }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={goOn}>
            {conflict.goOn}
          </Button>
          <Button variant="default" onClick={takeTheirs}>
            {conflict.takeTheirs}
          </Button>
          <Button color="red" onClick={keepMine}>
            {conflict.keepMine}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
