"""Encrypts and decrypts an app's texts, with libcrypto alone: texts.py FILE id APP | seal PLACE | open PLACE < TEXT

FILE has lines `APP KEY`, the key in 64 hexadecimal digits, the one to encrypt with first. PLACE is what a text is
bound to, such as randevoo/message/body/12/7: app, collection, column, and the ids of its chat and its author.
"""
import base64
import ctypes
import ctypes.util
import hashlib
import hmac
import os
import sys

crypto = ctypes.CDLL(ctypes.util.find_library("crypto"))
crypto.EVP_CIPHER_CTX_new.restype = crypto.EVP_aes_256_gcm.restype = ctypes.c_void_p


def gcm(key, nonce, context, data, tag=None):
    """AES-256-GCM: what `data` becomes, and its tag; without `tag` it encrypts, with it it decrypts or raises."""
    cipher, count = ctypes.c_void_p(crypto.EVP_CIPHER_CTX_new()), ctypes.c_int()
    out, end = ctypes.create_string_buffer(len(data) + 16), ctypes.create_string_buffer(tag or 16, 16)
    crypto.EVP_CipherInit_ex(cipher, ctypes.c_void_p(crypto.EVP_aes_256_gcm()), None, key, nonce, tag is None)
    crypto.EVP_CipherUpdate(cipher, None, ctypes.byref(count), context, len(context))
    crypto.EVP_CipherUpdate(cipher, out, ctypes.byref(count), data, len(data))
    if tag:
        crypto.EVP_CIPHER_CTX_ctrl(cipher, 0x11, 16, end)  # EVP_CTRL_AEAD_SET_TAG
    is_whole = crypto.EVP_CipherFinal_ex(cipher, ctypes.create_string_buffer(16), ctypes.byref(count)) == 1
    if not tag:
        crypto.EVP_CIPHER_CTX_ctrl(cipher, 0x10, 16, end)  # EVP_CTRL_AEAD_GET_TAG
    crypto.EVP_CIPHER_CTX_free(cipher)
    if not is_whole:
        raise ValueError("this is not what was encrypted for its place")
    return out.raw[:len(data)], end.raw


class Texts:
    def __init__(self, file, app):
        lines = [line.split() for line in open(file) if line.strip() and not line.startswith("#")]
        keys = [bytes.fromhex(key) for name, key in lines if name == app]
        self.keys = {hmac.digest(key, b"reeve text key", hashlib.sha256)[:8].hex(): key for key in keys}
        self.id = next(iter(self.keys))  # the one to encrypt with

    def seal(self, text, place):
        nonce = os.urandom(12)
        data, tag = gcm(self.keys[self.id], nonce, place.encode(), text.encode())
        return f"enc1.{self.id}.{base64.urlsafe_b64encode(nonce + data + tag).rstrip(b'=').decode()}"

    def open(self, text, place):
        kind, key, data = (text.split(".") + ["", ""])[:3]
        if kind not in ("enc0", "enc1"):
            return text  # from before texts were encrypted, or … once erased
        data = base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))
        context = place if kind == "enc1" else "/".join(place.split("/")[:3])  # enc0: from an import
        return gcm(self.keys[key], data[:12], context.encode(), data[12:-16], data[-16:])[0].decode()


if __name__ == "__main__":
    file, verb, place = sys.argv[1:]
    texts = Texts(file, place.split("/")[0])
    print(texts.id if verb == "id" else getattr(texts, verb)(sys.stdin.read().rstrip("\n"), place))
