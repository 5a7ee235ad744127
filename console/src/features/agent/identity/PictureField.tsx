import { ActionIcon, FileButton, Group, Image, TextInput, type TextInputProps, Tooltip } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { strings } from '#i18n/agent.ts'
import { useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { isWebUrl } from './identity-form.ts'

const { identity } = strings

type PictureFieldProps = TextInputProps & { readOnly: boolean; onUploaded: (url: string) => void }

/** The address of a picture; one from this machine goes to the media library first. */
export function PictureField({ readOnly, onUploaded, ...field }: PictureFieldProps) {
  const address = String(field.value ?? '')
  return (
    <Group gap="sm" wrap="nowrap" align="flex-end">
      <TextInput
        flex={1}
        {...field}
        inputMode="url"
        rightSection={readOnly ? undefined : <Upload label={String(field.label)} onUploaded={onUploaded} />}
      />
      {isWebUrl(address) && (
        <Image src={address} alt="" w={64} h={36} fit="contain" radius="sm" style={{ flexShrink: 0 }} />
      )}
    </Group>
  )
}

function Upload({ label, onUploaded }: { label: string; onUploaded: (url: string) => void }) {
  const agent = useAgent()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.append('file', file)
      return (await agent.api.post('/media', { body })).url
    },
    onSuccess: onUploaded,
    onError: notify.error,
  })
  return (
    <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <Tooltip label={identity.upload}>
          <ActionIcon {...props} variant="subtle" loading={upload.isPending} aria-label={identity.uploadFor(label)}>
            <IconUpload size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  )
}
