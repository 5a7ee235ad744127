import { Center, Image } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { safeImageUrl } from '../../components/handset/safe-urls.ts'

/** A picture from any URL; an icon if there is none or it fails to load. */
export function Picture({
  url,
  alt,
  size,
  height = size,
}: {
  url?: string
  alt: string
  size: number | string
  height?: number | string
}) {
  const [broken, setBroken] = useState<string>()
  const address = safeImageUrl(url)
  if (!address || broken === address) {
    return (
      <Center w={size} h={height} bg="var(--mantine-color-default-hover)" style={{ borderRadius: 6, flex: 'none' }}>
        <IconPhotoOff size={18} aria-hidden color="var(--quiet)" />
      </Center>
    )
  }
  return (
    <Image
      src={address}
      alt={alt}
      w={size}
      h={height}
      fit="cover"
      radius="sm"
      loading="lazy"
      referrerPolicy="no-referrer"
      style={{ flex: 'none' }}
      onError={() => setBroken(address)}
    />
  )
}
