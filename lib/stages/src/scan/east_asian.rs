//! Chooses between the multi-byte encodings of East Asia for short texts. The detector weighs long ones well, but five characters of Chinese are
//! also five characters of Japanese; only that nobody writes those. So: which reading has the characters that people write?

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};

/// Frequent characters of plain text and of comments in code.
const SIMPLIFIED: &str = "的一是不了在人有我他这中大来上个国们为到说和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从知使全应现数据库代码函变量参返回值类型象接口实例继承异常错误处理初始化配置文件路径读取写入请求响连池超线程锁队列缓存内指针字符串编解测试调志打印输格式转换计算循环条判断默认设获添加删除修改更新查询表组映射集合排序索引页户密登录权限服务器客端网络协议址消息通监听步等待完结束开启动停止重载运状态检验证订单采购审批流支付价位名称描述信果失败功否则若必须需空";
const TRADITIONAL: &str = "的一是不了在人有我他這中大來上個國們為到說和地也子時道出而要於就下得可你年生自會那後能對著事其裡所去行過家十用發天如然作方成者多日都三小軍二無同麼經法當起與好看學進種將還分此心前面又定見只主沒公從知使全應現數據庫代碼函變量參返回值類型象介實例繼承異常錯誤處理初始化設檔案路徑讀取寫入請求連線池逾執緒鎖佇列快記憶體指標字串編解測試偵誌印輸格式轉換計算迴圈條件判斷預新增刪除修改更查詢清單陣集合排序索引頁密登權限伺服器戶端網協埠位址訊息通監聽非步等待完結束開啟動停止重載運狀態檢驗證嘗候否則若必須需空失敗功";
const JAPANESE: &str = "接続管理設定取得処日本語時間開始終了実行関数変引戻値型配列文字初期化更新削除追加検索一覧画面表示入力出確認登録失敗成功再試例外発生場合使用対象指情報結果条件判以上下前後次最大小旧全部中止待機切断送受信通知要求応答証権限利者名番号年月分秒回読込書計算注金額商品会社住所電話状態種類説明必須可能不正無有効共内";
const KOREAN: &str = "이가은는을를에의로으도다하고한지않면서와과기리사아어오우자주니라나시스정보일수있없때문열변함값반환류처설파경읽쓰연결간초요청응답버클언트용저장삭제추조회목록확인성공실패화행종료작대메데터베객체형타입배덱그래것들만더또및등위해통모든각새야합까됩습";

/// Texts with more characters than this are left to the detector.
const SHORT: usize = 400;

/// `guess`, or the encoding in which `bytes` read more like what people write.
pub fn better(bytes: &[u8], guess: &'static Encoding) -> &'static Encoding {
    let guess = if guess == GBK { GB18030 } else { guess };
    if bytes.iter().filter(|byte| !byte.is_ascii()).count() > 2 * SHORT {
        return guess;
    }
    let mut best = (likeness(bytes, guess), guess);
    for encoding in [GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR] {
        let likeness = likeness(bytes, encoding);
        if likeness > best.0.max(0.3) {
            best = (likeness, encoding);
        }
    }
    best.1
}

/// Share of the characters beyond ASCII that are frequent in a language of `encoding`; 0 for encodings that are not East Asian.
fn likeness(bytes: &[u8], encoding: &'static Encoding) -> f64 {
    let usual: fn(char) -> bool = if encoding == GB18030 {
        |letter| SIMPLIFIED.contains(letter)
    } else if encoding == BIG5 {
        |letter| TRADITIONAL.contains(letter)
    } else if encoding == EUC_KR {
        |letter| KOREAN.contains(letter)
    } else if encoding == EUC_JP || encoding == SHIFT_JIS {
        |letter| ('\u{3041}'..='\u{30ff}').contains(&letter) || JAPANESE.contains(letter)
    } else {
        return 0.0;
    };
    let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) else { return 0.0 };
    // Marks of punctuation have their places in all of them and say nothing.
    let punctuation = |letter: char| matches!(letter, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff65}' | '\u{2000}'..='\u{206f}');
    let (mut all, mut hits) = (0u32, 0u32);
    for letter in text.chars().filter(|letter| !letter.is_ascii() && !punctuation(*letter)) {
        all += 1;
        hits += u32::from(usual(letter));
    }
    if all < 2 { 0.0 } else { f64::from(hits) / f64::from(all) }
}
