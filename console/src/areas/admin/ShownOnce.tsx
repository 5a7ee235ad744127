import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { words } from '#words/admin.ts'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'

type Given = { title: string; text: string; label: string; value: string; close: () => void }

/** A secret that nobody will see again: it stays until it is closed on purpose. */
export function ShownOnce({ title, text, label, value, close }: Given) {
  return (
    <Dialog
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={words.once}>
          {text}
        </Alert>
        <CopyField label={label} value={value} />
        <Group justify="flex-end">
          <Button onClick={close}>{words.haveIt}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
