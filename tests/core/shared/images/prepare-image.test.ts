import { expect, it } from 'vitest';
import { readImageHeader } from '../../../../electron/contract/image-header.ts';
import { prepareImage } from '../../../../electron/core/shared/images/prepare-image.ts';
import {
  exifWithPosition,
  jpegScan,
  jpegSegment,
  madeJpeg,
  madePng,
  madeWebp,
  pngChunk,
  pngHead,
  webpChunk,
  webpHeader,
} from '../../../support/made-images.ts';
import { must } from '../../../support/must.ts';

const secrets = /GPS|Telephone|52\.52|secret|8BIM|xpacket|Exif\0\0MM\0\*.{14,}Telephone/;
const profile = Buffer.from('a color profile');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

it('stores nothing of where a JPEG was taken, and keeps its pixels, its color profile and its orientation', () => {
  const photo = Buffer.concat([
    madeJpeg(40, 30, [
      jpegSegment(0xe1, Buffer.concat([latin1('Exif\0\0'), exifWithPosition(6)])),
      jpegSegment(0xe1, latin1('http://ns.adobe.com/xap/1.0/\0<?xpacket secret?>')),
      jpegSegment(0xe2, Buffer.concat([latin1('ICC_PROFILE\0\x01\x01'), profile])),
      jpegSegment(0xe2, latin1('MPF\0secret')),
      jpegSegment(0xed, latin1('Photoshop 3.0\x008BIM')),
      jpegSegment(0xee, latin1('Adobe\0\x64\0\0\0\0\x01')),
      jpegSegment(0xfe, latin1('a secret comment')),
    ]),
    latin1('a secret after the end'),
  ]);
  const { image, content } = must(prepareImage(photo));
  expect(image).toMatchObject({ type: 'image/jpeg', width: 30, height: 40, bytes: content.length });
  expect(content.toString('latin1')).not.toMatch(secrets);
  expect(readImageHeader(content)).toMatchObject({ width: 40, height: 30, orientation: 6 });
  for (const kept of [profile, latin1('Adobe\0'), jpegScan, latin1('another table')]) expect(content.includes(kept)).toBe(true);
  expect(content.subarray(-2).toString('hex')).toBe('ffd9');
  // only what was dropped differs
  expect(must(prepareImage(madeJpeg(40, 30))).content.equals(madeJpeg(40, 30))).toBe(true);
});

it('removes texts, times and EXIF data of a PNG and keeps the rest', () => {
  const dirty = Buffer.concat([
    madePng(3, 2, {
      chunks: [
        pngChunk('iCCP', profile),
        pngChunk('tEXt', latin1('Comment\0secret')),
        pngChunk('iTXt', latin1('XML:com.adobe.xmp\0xpacket')),
        pngChunk('zTXt', latin1('secret')),
        pngChunk('eXIf', exifWithPosition(8)),
        pngChunk('prVt', latin1('secret')),
      ],
    }),
    latin1('a secret after the end'),
  ]);
  const { image, content } = must(prepareImage(dirty));
  expect(image).toMatchObject({ type: 'image/png', width: 2, height: 3 });
  expect(content.toString('latin1')).not.toMatch(secrets);
  expect(content.includes(profile)).toBe(true);
  expect(readImageHeader(content)).toMatchObject({ width: 3, height: 2, orientation: 8 });
  expect(must(prepareImage(madePng(3, 2))).content.equals(madePng(3, 2))).toBe(true);
});

it('removes EXIF and XMP of a WebP, and says in its header that they are gone', () => {
  const parts = [webpChunk('ICCP', profile), webpChunk('VP8L', Buffer.from([0x2f, 1, 2, 3, 4]))];
  const dirty = (orientation: number): Buffer =>
    Buffer.concat([
      madeWebp([
        webpHeader(300, 200),
        ...parts,
        webpChunk('EXIF', exifWithPosition(orientation)),
        webpChunk('XMP ', latin1('xpacket secret')),
      ]),
      latin1('a secret after the end'),
    ]);
  const turned = must(prepareImage(dirty(5)));
  expect(turned.image).toMatchObject({ type: 'image/webp', width: 200, height: 300 });
  expect(turned.content.toString('latin1')).not.toMatch(secrets);
  expect(turned.content.includes(profile)).toBe(true);
  expect(turned.content[20]).toBe(0x28); // a profile and EXIF
  expect(readImageHeader(turned.content)).toMatchObject({ orientation: 5 });
  const upright = must(prepareImage(dirty(1)));
  expect(upright.content[20]).toBe(0x20);
  expect(upright.content.includes('EXIF')).toBe(false);
  expect(upright.content.readUInt32LE(4)).toBe(upright.content.length - 8);
});

it('gives the same content again, so that its hash names it', () => {
  for (const made of [
    madeJpeg(40, 30, [jpegSegment(0xe1, Buffer.concat([latin1('Exif\0\0'), exifWithPosition(3)]))]),
    madePng(3, 2, { chunks: [pngChunk('eXIf', exifWithPosition(3))] }),
    madeWebp([webpHeader(300, 200), webpChunk('VP8L', Buffer.from([0x2f, 1, 2, 3, 4])), webpChunk('EXIF', exifWithPosition(3))]),
  ]) {
    const once = must(prepareImage(made));
    expect(must(prepareImage(once.content))).toEqual(once);
  }
});

it.each([
  ['a text', Buffer.from('<svg onload="x()">'), 'image-unreadable'],
  ['nothing', Buffer.alloc(0), 'image-unreadable'],
  ['60,000 × 60,000 pixels', Buffer.concat([pngHead(60_000, 60_000), pngChunk('IDAT', Buffer.alloc(9))]), 'image-too-many-pixels'],
  ['more than 16 MB', Buffer.concat([madePng(1, 1), Buffer.alloc(16 * 1024 * 1024)]), 'image-file-too-large'],
  ['a GIF', Buffer.from('GIF89a\x05\0\x04\0\0\0\0', 'latin1'), 'image-type-unsupported'],
  ['a PNG that is cut off', madePng(3, 2).subarray(0, -6), 'image-unreadable'],
  ['a PNG with a length that lies', Buffer.concat([pngHead(3, 2), pngChunk('IDAT', Buffer.alloc(9), 2 ** 31)]), 'image-unreadable'],
  ['a JPEG that is cut off', madeJpeg(3, 2).subarray(0, -2), 'image-unreadable'],
  ['a JPEG with a length that lies', madeJpeg(3, 2, [jpegSegment(0xfe, Buffer.alloc(2), 60_000)]), 'image-unreadable'],
  [
    'a WebP with an empty header chunk',
    madeWebp([webpHeader(3, 2), webpChunk('VP8L', Buffer.alloc(9)), webpChunk('VP8X', Buffer.alloc(0))]),
    'image-unreadable',
  ],
  [
    'a WebP whose frames may have metadata',
    madeWebp([webpHeader(3, 2), webpChunk('ANIM', Buffer.alloc(6)), webpChunk('ANMF', webpChunk('EXIF', exifWithPosition(1)))]),
    'image-animated',
  ],
  ['a WebP that is cut off', madeWebp([webpHeader(3, 2), webpChunk('VP8L', Buffer.alloc(9))]).subarray(0, -4), 'image-unreadable'],
])('refuses %s', (_, bytes, reason) => {
  expect(prepareImage(bytes)).toMatchObject({ ok: false, failure: { reason } });
});
