/** Bytes below which a picture is sent as it is. */
const smallEnough = 1_500_000;
/** Pixels of the longer side: more than the server stores. */
const longestSide = 2400;

/**
 * Returns a large picture smaller, as a JPEG, so that it also arrives over a crowded network; the picture itself when it
 * is small, or when this browser cannot open it. The server judges whatever is sent.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= smallEnough) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.9);
    });
    return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}
