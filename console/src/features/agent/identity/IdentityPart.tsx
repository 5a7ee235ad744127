import {
  ActionIcon,
  Avatar,
  ColorInput,
  Fieldset,
  FileButton,
  Group,
  Image,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  type TextInputProps,
  Tooltip,
} from '@mantine/core'
import { IconMail, IconPhone, IconUpload, IconWorld } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { strings } from '#i18n/agent.ts'
import { useAgent } from '../../../app/current-org.ts'
import { brandSwatches } from '../../../app/theme/tokens.ts'
import { notify } from '../../../components/notify.tsx'
import { ExactFindings, LintedField, SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import {
  type IdentityField,
  type IdentityForm,
  isWebUrl,
  toIdentityBody,
  toIdentityForm,
  toIdentitySections,
} from './identity-form.ts'

type PictureFieldProps = TextInputProps & { readOnly: boolean; onUploaded: (url: string) => void }

/** A picture URL; a local file is uploaded to the media library first. */
function PictureField({ readOnly, onUploaded, ...field }: PictureFieldProps) {
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

const bannerHeight = 84

function IdentityCard({ value: { name, description, identity } }: { value: IdentityForm }) {
  const { brandColor, smallLogoUrl, largeBannerUrl } = identity
  const color = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(brandColor) ? brandColor : 'var(--mantine-primary-color-filled)'
  return (
    <Paper withBorder role="img" aria-label={strings.identity.card(name)} style={{ overflow: 'hidden' }} maw={420}>
      <div style={{ height: bannerHeight, background: color }} aria-hidden>
        {isWebUrl(largeBannerUrl) && <Image src={largeBannerUrl} alt="" h={bannerHeight} fit="cover" />}
      </div>
      <Stack gap={4} p="sm">
        <Group gap="sm" wrap="nowrap">
          <Avatar
            src={isWebUrl(smallLogoUrl) ? smallLogoUrl : undefined}
            alt=""
            size={52}
            radius="xl"
            mt={-34}
            style={{ border: '3px solid var(--mantine-color-body)', background: 'var(--mantine-color-body)' }}
          />
          <Text fw={600} truncate>
            {name}
          </Text>
        </Group>
        <Text size="sm" lineClamp={2}>
          {description}
        </Text>
        <Group gap="md">
          <Contact icon={<IconPhone size={14} aria-hidden />} text={identity.contactPhone} />
          <Contact icon={<IconMail size={14} aria-hidden />} text={identity.contactEmail} />
          <Contact icon={<IconWorld size={14} aria-hidden />} text={identity.websiteUrl} />
        </Group>
      </Stack>
    </Paper>
  )
}

function Contact({ icon, text }: { icon: ReactNode; text: string }) {
  if (!text) return null
  return (
    <Group gap={4} wrap="nowrap" className="quiet">
      {icon}
      <Text size="xs">{text}</Text>
    </Group>
  )
}

const { identity } = strings

export function IdentityPart() {
  const part = useAgentSection({
    path: '',
    method: 'PATCH',
    toForm: toIdentityForm,
    toBody: toIdentityBody,
    sections: toIdentitySections,
  })
  const { form, readOnly, ready } = part.editor
  const field = (name: IdentityField) => ({
    label: identity.fields[name],
    ...form.getInputProps(`identity.${name}`),
  })
  const picture = (name: IdentityField) => (
    <LintedField path={`identity.${name}`}>
      <PictureField
        {...field(name)}
        description={identity.help[name]}
        readOnly={readOnly}
        onUploaded={(url) => form.setFieldValue(`identity.${name}`, url)}
      />
    </LintedField>
  )
  const line = (name: IdentityField, type?: 'email' | 'tel' | 'url') => (
    <LintedField path={`identity.${name}`}>
      <TextInput
        {...field(name)}
        description={identity.help[name]}
        type={type === 'url' ? 'text' : type}
        inputMode={type}
      />
    </LintedField>
  )
  return (
    <SectionFrame part={part} section="document" title={strings.parts.identity} lead={identity.lead}>
      {ready && (
        <Stack gap="lg">
          <ExactFindings path="identity" />
          <IdentityCard value={form.values} />
          <LintedField path="agent.name">
            <TextInput label={identity.name} required withAsterisk {...form.getInputProps('name')} />
          </LintedField>
          <LintedField path="agent.description">
            <Textarea label={identity.description} autosize minRows={2} {...form.getInputProps('description')} />
          </LintedField>
          <LintedField path="identity.identityPreamble">
            <Textarea
              {...field('identityPreamble')}
              description={identity.help.identityPreamble}
              autosize
              minRows={2}
            />
          </LintedField>
          <Fieldset legend={identity.branding}>
            <Stack gap="sm">
              {picture('smallLogoUrl')}
              {picture('largeBannerUrl')}
              {picture('defaultCardImageUrl')}
              <LintedField path="identity.brandColor">
                <ColorInput
                  {...field('brandColor')}
                  swatches={brandSwatches}
                  disallowInput={false}
                  withEyeDropper={false}
                  maw={280}
                  popoverProps={{ withinPortal: true }}
                />
              </LintedField>
            </Stack>
          </Fieldset>
          <Fieldset legend={identity.contact}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {line('contactEmail', 'email')}
              {line('contactPhone', 'tel')}
              {line('websiteUrl', 'url')}
              {line('contactAvailability')}
              {line('privacyPolicyUrl', 'url')}
              {line('termsOfServiceUrl', 'url')}
            </SimpleGrid>
          </Fieldset>
        </Stack>
      )}
    </SectionFrame>
  )
}
