import { Button, Stack, Text } from '@mantine/core'
import { stringify } from 'yaml'
import { strings } from '#i18n/app.ts'
import { DiffView } from '../code/DiffView.tsx'
import { Dialog } from '../Dialog.tsx'
import { FormActions } from '../FormActions.tsx'
import type { Editor } from './useEditor.ts'

const { conflict } = strings

export function ConflictDialog<T>({ editor, theirs }: { editor: Editor<T>; theirs: T }) {
  const { form, keepEditing, overwriteTheirs, discardMine } = editor
  return (
    <Dialog onClose={keepEditing} size="xl" title={conflict.title}>
      <Stack>
        <Text>{conflict.text}</Text>
        <DiffView
          before={{ label: conflict.theirs, text: stringify(theirs) }}
          after={{ label: conflict.mine, text: stringify(form.getValues()) }}
        />
        <FormActions>
          <Button variant="default" onClick={keepEditing}>
            {conflict.keepEditing}
          </Button>
          <Button variant="default" onClick={discardMine}>
            {conflict.discardMine}
          </Button>
          <Button color="red" onClick={overwriteTheirs}>
            {conflict.keepMine}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}
