import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { strings } from '#i18n/admin.ts'
import { CopyField } from '../../components/CopyField.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'

type Props = { title: string; text: string; label: string; value: string; close: () => void }

/** Shows a secret that cannot be retrieved again; it stays until the user closes it. */
export function OneTimeSecret({ title, text, label, value, close }: Props) {
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
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={strings.copyNow}>
          {text}
        </Alert>
        <CopyField label={label} value={value} />
        <FormActions>
          <Button onClick={close}>{strings.confirmSaved}</Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}
